-- DLQX:STOCK_LEVEL, as struct Stock declares it.
-- Generated from the sources: change the struct instead.
CREATE EXTERNAL TABLE `dlqx_stock_level` (
  `row_key` STRUCT<`store`:STRING, `article`:STRING>,
  `quantity` BIGINT
)
ROW FORMAT DELIMITED COLLECTION ITEMS TERMINATED BY '-'
STORED BY 'org.apache.hadoop.hive.hbase.HBaseStorageHandler'
WITH SERDEPROPERTIES (
  'hbase.columns.mapping' = ':key,D1:QUANTITY#b'
)
TBLPROPERTIES ('hbase.table.name' = 'DLQX:STOCK_LEVEL');
