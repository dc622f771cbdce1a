//! Tables that other projects designed. The tests declare them and compare the bytes; the README lists them.
