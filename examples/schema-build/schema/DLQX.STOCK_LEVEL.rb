# Creates DLQX:STOCK_LEVEL, as struct Stock declares it.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:STOCK_LEVEL', {NAME => 'D1', VERSIONS => 3}
