//! Questions, answered from a list.

use std::collections::VecDeque;

use super::prompt::Prompt;
use super::questions;
use crate::error::CliError;

/// Each question's start, and its answers: the last one is accepted, those before it are rejected.
struct Script {
    answers: VecDeque<(&'static str, Vec<&'static str>)>,
    shown: Vec<String>,
}

impl Script {
    fn new(answers: &[(&'static str, &[&'static str])]) -> Self {
        let answers = answers.iter();
        Self {
            answers: answers
                .map(|(start, given)| (*start, given.to_vec()))
                .collect(),
            shown: Vec::new(),
        }
    }

    fn next(&mut self, question: &str) -> Vec<&'static str> {
        let (start, answers) = self.answers.pop_front().expect(question);
        assert!(question.starts_with(start), "{question}, not {start}");
        answers
    }
}

impl Prompt for Script {
    fn text(
        &mut self,
        question: &str,
        default: &str,
        check: &dyn Fn(&str) -> Result<(), String>,
    ) -> Result<String, CliError> {
        let mut answers = self.next(question).into_iter();
        let last = answers.next_back().unwrap_or(default);
        for rejected in answers {
            assert!(check(rejected).is_err(), "{question}: {rejected:?}");
        }
        assert_eq!(check(last), Ok(()), "{question}: {last:?}");
        Ok(last.to_owned())
    }

    fn choice(&mut self, question: &str, choices: &[&str]) -> Result<usize, CliError> {
        let answers = self.next(question);
        let chosen = choices
            .iter()
            .position(|choice| choice.starts_with(answers[0]));
        Ok(chosen.unwrap())
    }

    fn confirm(&mut self, question: &str) -> Result<bool, CliError> {
        Ok(self.next(question) == ["yes"])
    }

    fn show(&mut self, lines: &str) {
        self.shown.push(lines.to_owned());
    }
}

/// The policy's JSON without the members that do nothing, and the shown lines.
fn made(answers: &[(&'static str, &[&'static str])]) -> (String, Vec<String>) {
    let mut script = Script::new(answers);
    let policy = questions::policy(&mut script).unwrap();
    assert!(script.answers.is_empty(), "{:?}", script.answers);
    let mut json = policy.to_json();
    for idle in [
        r#""numberStep":1,"#,
        r#""startNumber":1,"#,
        r#","prefixChar":"""#,
        r#","prefixNumber":0"#,
        r#","replaceChar":"""#,
        r#","replaceSourceChar":"""#,
        r#","splitChar":"""#,
        r#","suffixChar":"""#,
        r#","suffixNumber":0"#,
        r#","value":"""#,
    ] {
        json = json.replace(idle, "");
    }
    (json, script.shown)
}

#[test]
fn a_policy_of_two_columns() {
    let (json, shown) = made(&[
        (
            "Part 1: source column (`#` for a running number)",
            &["", "PUBLISH_TIME"],
        ),
        ("A sample", &["2015-12-26 12:24:00"]),
        ("Characters to remove", &["- :"]),
        ("Replaced by", &[""]),
        ("Trim, match", &["no"]),
        // The sample's, after the replacement.
        ("Length", &["0", "x", "32768", "14"]),
        ("Pad shorter", &["after"]),
        ("With", &["", "00", "0"]),
        ("Separator", &["0", "."]),
        (
            "Part 2: source column (`#` for a running number, empty to end)",
            &["PUBLISH_TIME", "DATA_TYPE"],
        ),
        ("A sample", &["D1"]),
        ("Characters to remove", &[""]),
        ("Trim, match", &["no"]),
        ("Length", &["4"]),
        ("Pad shorter", &["after"]),
        ("With", &[]),
        ("Separator", &[""]),
        ("Part 3", &[""]),
        ("A salt", &["none"]),
    ]);
    assert_eq!(
        json,
        r#"[{"PUBLISH_TIME":"PUBLISH_TIME","DATA_TYPE":"DATA_TYPE"},{"columnName":"PUBLISH_TIME","length":14,"replaceSourceChar":"- :","splitChar":".","suffixChar":"0","value":"2015-12-26 12:24:00"},{"columnName":"DATA_TYPE","length":4,"suffixChar":"0","value":"D1"}]"#
    );
    assert_eq!(
        shown[1],
        r#"  "2015-12-26 12:24:00" becomes "20151226122400.""#
    );
    assert_eq!(shown[2], r#"  "D1" becomes "D100""#);
}

/// The default length is the length of the sample after the operations.
#[test]
fn all_operations_a_running_number_and_a_salt() {
    let (json, _) = made(&[
        ("Part 1", &["PHONE"]),
        ("A sample", &[" +86-138 "]),
        ("Characters to remove", &["-"]),
        ("Replaced by", &["/"]),
        ("Trim, match", &["yes"]),
        ("Trim white space?", &["yes"]),
        ("Regular expression", &["^[+]86"]),
        ("Its replacement", &[""]),
        ("Characters to drop", &["x", "1"]),
        ("Most characters", &["0", "11"]),
        ("Reverse", &["yes"]),
        ("Text in front", &["P"]),
        ("How often", &["1"]),
        ("Text after", &[""]),
        ("Length", &[]),
        ("Separator", &["_"]),
        ("Part 2", &["#"]),
        ("First number", &["-1", "100"]),
        ("Step", &[]),
        ("Digits", &["6"]),
        ("Separator", &["5", ""]),
        ("Part 3", &["#", ""]),
        ("A salt", &["md5_hex"]),
        ("Hex digits", &["four", "4"]),
        ("Compute it from PHONE?", &["yes"]),
        ("Compute it from the running number?", &["no"]),
        ("Separator after the salt", &["_"]),
    ]);
    assert_eq!(
        json,
        r#"[{"PHONE":"PHONE"},{"salt":{"digits":4,"kind":"md5_hex","of":[{"columnName":"PHONE"}]},"splitChar":"_"},{"columnName":"PHONE","cutLength":11,"cutStart":1,"length":4,"prefixChar":"P","prefixNumber":1,"regex":"^[+]86","regexReplacement":"","replaceChar":"/","replaceSourceChar":"-","reverse":true,"splitChar":"_","trim":true,"value":" +86-138 "},{"columnName":"","length":6,"prefixChar":"0","startNumber":100}]"#
    );
}

/// An error that no separator can fix is shown, and rejected at the end.
#[test]
fn an_error_in_a_part_is_shown() {
    let (_, shown) = made(&[
        ("Part 1", &["A"]),
        ("A sample", &["ab"]),
        ("Characters to remove", &[""]),
        ("Trim, match", &["yes"]),
        ("Trim white space?", &["no"]),
        ("Regular expression", &["("]),
        ("Its replacement", &[""]),
        ("Characters to drop", &[""]),
        ("Most characters", &[""]),
        ("Reverse", &["no"]),
        ("Text in front", &[""]),
        ("Text after", &[""]),
        ("Length", &["2"]),
        ("Pad shorter", &["not"]),
        ("Separator", &["_"]),
        ("Part 2", &[""]),
        ("A salt", &["none"]),
    ]);
    assert!(
        shown[1].starts_with("`regex`: found \"(\", which is not a regular expression"),
        "{shown:?}"
    );
}
