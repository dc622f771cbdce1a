-- DLQX:STOCK_LEVEL, as struct Stock declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:STOCK_LEVEL".
-- The key is one VARCHAR: Phoenix separates text by a byte 0 only.
-- D1:QUANTITY: Phoenix reads 0 to 9223372036854775807, and rejects any other value.
CREATE VIEW "DLQX"."STOCK_LEVEL" (
  "ROW_KEY" VARCHAR PRIMARY KEY,
  "D1"."QUANTITY" UNSIGNED_LONG
);
