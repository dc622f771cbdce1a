-- DLQX:USER_EVENT, as struct Event declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:USER_EVENT".
-- The key is one VARCHAR: Phoenix separates text by a byte 0 only.
CREATE VIEW "DLQX"."USER_EVENT" (
  "ROW_KEY" VARCHAR PRIMARY KEY,
  "D1"."KIND" VARCHAR,
  "D1"."PAGE" VARCHAR
);

-- bi.dpdim_imei_dpid_mapping, as struct Device declares it.
-- Generated from the sources: change the struct instead.
CREATE VIEW "bi.dpdim_imei_dpid_mapping" (
  "imei" VARCHAR PRIMARY KEY,
  "dim"."dpid" VARCHAR
);

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

-- TEST, as struct Log declares it.
-- Generated from the sources: change the struct instead.
-- The key is one VARCHAR: Phoenix separates text by a byte 0 only.
-- INFO:A: Phoenix reads 0 to 2147483647, and rejects any other value.
CREATE VIEW "TEST" (
  "ROW_KEY" VARCHAR PRIMARY KEY,
  "INFO"."A" UNSIGNED_INT,
  "INFO"."B" VARCHAR,
  "INFO"."REMARK" VARCHAR
);

-- TRADE_20151226, as struct Trade declares it.
-- Generated from the sources: change the struct instead.
-- D1:CENTS: bytes, since UNSIGNED_LONG ends a query at a negative value; write UNSIGNED_LONG if the column has none.
CREATE VIEW "TRADE_20151226" (
  "salt" BINARY(2) NOT NULL,
  "at" UNSIGNED_INT NOT NULL,
  "account" VARCHAR NOT NULL,
  "D1"."CENTS" VARBINARY,
  CONSTRAINT PK PRIMARY KEY ("salt", "at", "account")
);

-- STAT_20151226, as struct Statistics declares it.
-- Generated from the sources: change the struct instead.
-- hash: Phoenix reads 0 to 2147483647, and rejects any other value.
-- D1:COUNT: bytes, since UNSIGNED_LONG ends a query at a negative value; write UNSIGNED_LONG if the column has none.
CREATE VIEW "STAT_20151226" (
  "hash" UNSIGNED_INT NOT NULL,
  "minute" UNSIGNED_SMALLINT NOT NULL,
  "region" VARCHAR NOT NULL,
  "D1"."COUNT" VARBINARY,
  CONSTRAINT PK PRIMARY KEY ("hash", "minute", "region")
);

-- GENERAL_DATA, as struct General declares it.
-- Generated from the sources: change the struct instead.
-- number: Phoenix reads 0 to 2147483647, and rejects any other value.
-- loader: characters of one byte only; blanks at its end are not shown.
-- factor: Phoenix reads 0 to 2147483647, and rejects any other value.
CREATE VIEW "GENERAL_DATA" (
  "number" UNSIGNED_INT NOT NULL,
  "loader" CHAR(8) NOT NULL,
  "factor" UNSIGNED_INT NOT NULL,
  "D1"."DATA" VARBINARY,
  CONSTRAINT PK PRIMARY KEY ("number", "loader", "factor")
);

-- DLQX:MAIL_TABLE, as struct Mail declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:MAIL_TABLE".
-- The key is one VARCHAR: Phoenix separates text by a byte 0 only.
-- DATA:SIZE: Phoenix reads 0 to 2147483647, and rejects any other value.
-- DATA:IS_READ: bytes, since 0 is false, anything else true, while BOOLEAN is 0 or 1.
CREATE VIEW "DLQX"."MAIL_TABLE" (
  "ROW_KEY" VARCHAR PRIMARY KEY,
  "DATA"."SUBJECT" VARCHAR,
  "DATA"."SIZE" UNSIGNED_INT,
  "DATA"."IS_READ" VARBINARY
);

-- DLQX:SENSOR_DATA, as struct Measured declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:SENSOR_DATA".
-- at: milliseconds since 1970.
-- D1:VALUE: bytes, since UNSIGNED_INT ends a query at a negative value; write UNSIGNED_INT if the column has none.
-- D1:LEVEL: bytes, since UNSIGNED_DOUBLE ends a query at a negative value; write UNSIGNED_DOUBLE if the column has none.
-- D1:AT_LONGITUDE: bytes, since UNSIGNED_FLOAT ends a query at a negative value; write UNSIGNED_FLOAT if the column has none.
-- D1:AT_LATITUDE: bytes, since UNSIGNED_FLOAT ends a query at a negative value; write UNSIGNED_FLOAT if the column has none.
CREATE VIEW "DLQX"."SENSOR_DATA" (
  "salt" BINARY(1) NOT NULL,
  "at" BIGINT NOT NULL,
  "sensor" INTEGER NOT NULL,
  "D1"."VALUE" VARBINARY,
  "D1"."LEVEL" VARBINARY,
  "D1"."STATE" VARCHAR,
  "D1"."AT_LONGITUDE" VARBINARY,
  "D1"."AT_LATITUDE" VARBINARY,
  CONSTRAINT PK PRIMARY KEY ("salt", "at" DESC, "sensor" DESC)
);

-- DLQX:MAIL_BOXES, as struct MailBox declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:MAIL_BOXES".
-- mails: dynamic columns of the family DATA, whose names are values: left out.
-- by_size: dynamic columns of the family INDEX, whose names are values: left out.
-- opened: dynamic columns of the family DATA, whose names are values: left out.
CREATE VIEW "DLQX"."MAIL_BOXES" (
  "user" VARCHAR PRIMARY KEY,
  "DATA"."OWNER" VARCHAR
);

Phoenix cannot express table DLQX:ODD_TABLE:
  `level`: it is encoded by `OrderedBytes`, which Phoenix cannot read: map the key as a whole
  `country`: only the program knows its bytes (`Iso`): map the key as a whole
  `ratio`: FLOAT and DOUBLE sort by other bytes in Phoenix: map the key as a whole
  `debt`: negative numbers are in two's complement (`java`), which Phoenix rejects: map the key as a whole
  `wide`: no integer of Phoenix has 16 bytes: map the key as a whole
  `back`: it is encoded backwards (`reverse`): map the key as a whole
  `at`: its digits are encoded as complements (`reverse_ts`): map the key as a whole

-- DLQX:ODD_TABLE, as struct Odd declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:ODD_TABLE".
-- D1:SECRET: bytes, since only the program knows its encoding.
-- D1:HUGE: bytes, since no integer has 16 bytes.
CREATE VIEW "DLQX"."ODD_TABLE" (
  "ROW_KEY" VARBINARY PRIMARY KEY,
  "D1"."SECRET" VARBINARY,
  "D1"."HUGE" VARBINARY
);

Phoenix cannot express table DLQX:MAIL_BOXES:
  `user`: the separator `-` follows it, where Phoenix has none: map the key as a whole

-- DLQX:MAIL_BOXES, as struct Mail declares it.
-- Generated from the sources: change the struct instead.
-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is "DLQX:MAIL_BOXES".
CREATE VIEW "DLQX"."MAIL_BOXES" (
  "ROW_KEY" VARBINARY PRIMARY KEY,
  "D1"."SENDER" VARCHAR,
  "D1"."SENT" VARCHAR,
  "D1"."CLASS" VARCHAR
);

