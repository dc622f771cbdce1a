import java.io.File;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.token.ClientTokenUtil;
import org.apache.hadoop.hbase.security.token.AuthenticationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/**
 * Delegation tokens by HBase's own client: `obtain FILE` logs in by the keytab of the configuration, and writes a token file;
 * `use FILE TABLE` logs in by the tokens of a file, writes a cell and prints it.
 */
final class Tokens {
    public static void main(String[] args) throws Exception {
        Configuration configuration = HBaseConfiguration.create();
        UserGroupInformation.setConfiguration(configuration);
        switch (args[0]) {
            case "obtain" -> obtain(configuration, new File(args[1]));
            case "use" -> use(configuration, new File(args[1]), TableName.valueOf(args[2]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void obtain(Configuration configuration, File file) throws Exception {
        try (Connection connection = ConnectionFactory.createConnection(configuration)) {
            Token<AuthenticationTokenIdentifier> token = ClientTokenUtil.obtainToken(connection);
            Credentials credentials = new Credentials();
            credentials.addToken(new Text("alias"), token);
            credentials.writeTokenStorageFile(new Path(file.toURI()), configuration);
        }
    }

    private static void use(Configuration configuration, File file, TableName name) throws Exception {
        configuration.unset("hbase.client.keytab.file");
        UserGroupInformation user = UserGroupInformation.createRemoteUser("by token");
        user.addCredentials(Credentials.readTokenStorageFile(file, configuration));
        byte[] bytes = "java".getBytes(StandardCharsets.UTF_8);
        User wrapped = User.create(user);
        wrapped.runAs((java.security.PrivilegedExceptionAction<Void>) () -> {
            try (Connection connection = ConnectionFactory.createConnection(configuration, wrapped); Table table = connection.getTable(name)) {
                table.put(new Put(bytes).addColumn("D".getBytes(StandardCharsets.UTF_8), bytes, bytes));
                byte[] value = table.get(new Get(bytes)).getValue("D".getBytes(StandardCharsets.UTF_8), bytes);
                System.out.println(new String(value, StandardCharsets.UTF_8));
            }
            return null;
        });
    }
}
