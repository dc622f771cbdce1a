-- DLQX:CALL_RECORD, as struct Call declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:CALL_RECORD".
-- The key is one VARCHAR: Phoenix separates text by a byte 0 only.
-- D1:DURATION_S: Phoenix reads 0 to 2147483647, and rejects any other value.
CREATE VIEW "DLQX"."CALL_RECORD" (
  "ROW_KEY" VARCHAR PRIMARY KEY,
  "D1"."DURATION_S" UNSIGNED_INT,
  "D1"."PEER" VARCHAR
);
