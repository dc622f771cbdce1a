# Creates DLQX:USER_EVENT, as struct Event declares it.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:USER_EVENT', {NAME => 'D1', COMPRESSION => 'SNAPPY'}

# Creates bi.dpdim_imei_dpid_mapping, as struct Device declares it.
# Generated from the sources: change the struct instead.
create 'bi.dpdim_imei_dpid_mapping', {NAME => 'dim'}

# Creates DLQX:CALL_RECORD, as struct Call declares it.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:CALL_RECORD', {NAME => 'D1', TTL => 31536000, COMPRESSION => 'SNAPPY', BLOOMFILTER => 'ROW'}, {SPLITS => ['0|', '1|', '2|', '3|', '4|']}

# Creates TEST, as struct Log declares it.
# Generated from the sources: change the struct instead.
create 'TEST', {NAME => 'INFO', VERSIONS => 400, TTL => 31536000, COMPRESSION => 'SNAPPY'}, {NUMREGIONS => 16, SPLITALGO => 'HexStringSplit'}

# Creates TRADE_20151226, as struct Trade declares it.
# Generated from the sources: change the struct instead.
create 'TRADE_20151226', {NAME => 'D1'}

# Creates STAT_20151226, as struct Statistics declares it.
# Generated from the sources: change the struct instead.
create 'STAT_20151226', {NAME => 'D1'}

# Creates GENERAL_DATA, as struct General declares it.
# Generated from the sources: change the struct instead.
create 'GENERAL_DATA', {NAME => 'D1'}

# Creates DLQX:MAIL_TABLE, as struct Mail declares it.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:MAIL_TABLE', {NAME => 'DATA', COMPRESSION => 'SNAPPY'}

# Creates DLQX:SENSOR_DATA, as struct Measured declares it.
# Generated from the sources: change the struct instead.
# Run it in this folder: it reads DLQX.SENSOR_DATA.splits.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:SENSOR_DATA', {NAME => 'D1', METADATA => {'K' => 'a\\b'}}, {MAX_FILESIZE => '10737418240', METADATA => {'OWNER' => 'it\'s me'}}, {SPLITS_FILE => 'DLQX.SENSOR_DATA.splits'}
=== DLQX.SENSOR_DATA.splits: 255 lines, \x01 to \xFF

# Creates DLQX:MAIL_BOXES, as structs MailBox, Mail declare it together.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:MAIL_BOXES', {NAME => 'DATA'}, {NAME => 'INDEX'}, {NAME => 'D1'}, {NAME => 'STAMP', VERSIONS => 1, TTL => 2147483647}

# Creates DLQX:INDEX_STATES, the states of the indexes of namespace DLQX, as structs MailBox, Mail declare it together.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
begin; create 'DLQX:INDEX_STATES', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}; rescue StandardError => e; raise unless e.message.include?('already exists'); end

# Creates DLQX:MAIL_BY_SENDER, the index of DLQX:MAIL_BOXES by sender, as structs MailBox, Mail declare it together.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:MAIL_BY_SENDER', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}

# Creates MAILS:MAIL_BY_SENT, the index of DLQX:MAIL_BOXES by sent, as structs MailBox, Mail declare it together.
# Generated from the sources: change the struct instead.
begin; create_namespace 'MAILS'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'MAILS:MAIL_BY_SENT', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}

# Creates DLQX:MAIL_BY_CLASS, the index of DLQX:MAIL_BOXES by class, as structs MailBox, Mail declare it together.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:MAIL_BY_CLASS', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}

# Creates DLQX:ODD_TABLE, as struct Odd declares it.
# Generated from the sources: change the struct instead.
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:ODD_TABLE', {NAME => 'D1'}, {SPLITS => ['\x27', '\x80\x0A']}

