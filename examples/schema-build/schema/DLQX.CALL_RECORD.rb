# Creates DLQX:CALL_RECORD, as struct Call declares it.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:CALL_RECORD', {NAME => 'D1', TTL => 31536000, COMPRESSION => 'GZ', BLOOMFILTER => 'ROW'}, {SPLITS => ['0|', '1|', '2|', '3|', '4|']}
