-- DLQX:STOCK_LEVEL, as struct Stock declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:STOCK_LEVEL".
-- The key is one VARCHAR: Phoenix separates text by a byte 0 only.
-- D1:QUANTITY: bytes, since UNSIGNED_LONG ends a query at a negative value; write UNSIGNED_LONG if the column has none.
CREATE VIEW "DLQX"."STOCK_LEVEL" (
  "ROW_KEY" VARCHAR PRIMARY KEY,
  "D1"."QUANTITY" VARBINARY
);
