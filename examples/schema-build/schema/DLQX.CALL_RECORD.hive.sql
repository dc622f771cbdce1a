-- DLQX:CALL_RECORD, as struct Call declares it.
-- Generated from the sources: change the struct instead.
-- phone: must not contain '_', where Hive splits.
-- duration_s: unsigned; from 2147483648 on, Hive shows it as negative.
CREATE EXTERNAL TABLE `dlqx_call_record` (
  `row_key` STRUCT<`salt`:STRING, `phone`:STRING, `at`:STRING>,
  `duration_s` INT,
  `peer` STRING
)
ROW FORMAT DELIMITED COLLECTION ITEMS TERMINATED BY '_'
STORED BY 'org.apache.hadoop.hive.hbase.HBaseStorageHandler'
WITH SERDEPROPERTIES (
  'hbase.columns.mapping' = ':key,D1:DURATION_S#b,D1:PEER'
)
TBLPROPERTIES ('hbase.table.name' = 'DLQX:CALL_RECORD');
