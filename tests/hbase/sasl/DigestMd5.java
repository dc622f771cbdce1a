import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import javax.security.sasl.SaslServer;

/**
 * Prints logins by DIGEST-MD5 and the messages after them, as Java's own client and server exchange them with the parameters of
 * HBase: a line of JSON for each protection and cipher.
 *
 * `java DigestMd5.java > tests/golden/digest_md5.jsonl`
 */
final class DigestMd5 {
    private static final HexFormat HEX = HexFormat.of();
    private static final String PASSWORD = Base64.getEncoder().encodeToString("the secret of a token".getBytes(StandardCharsets.UTF_8));
    private static final String USER = Base64.getEncoder().encodeToString("alice, until tomorrow".getBytes(StandardCharsets.UTF_8));

    public static void main(String[] args) throws SaslException {
        print("auth", "");
        print("auth-int", "");
        print("auth-conf", "3des");
        print("auth-conf", "rc4");
    }

    private static void print(String qop, String cipher) throws SaslException {
        Map<String, String> properties = new TreeMap<>(Map.of(Sasl.QOP, qop, Sasl.SERVER_AUTH, "true"));
        SaslServer server = Sasl.createSaslServer("DIGEST-MD5", null, "default", properties, DigestMd5::answer);
        if (!cipher.isEmpty()) {
            properties.put("com.sun.security.sasl.digest.cipher", cipher);
        }
        SaslClient client = Sasl.createSaslClient(new String[] {"DIGEST-MD5"}, null, null, "default", properties, DigestMd5::answer);
        byte[] challenge = server.evaluateResponse(new byte[0]);
        byte[] response = client.evaluateChallenge(challenge);
        byte[] last = server.evaluateResponse(response);
        client.evaluateChallenge(last);
        if (!server.isComplete() || !client.isComplete()) {
            throw new IllegalStateException("not complete");
        }
        StringBuilder line = new StringBuilder();
        line.append("{\"qop\":\"").append(qop).append("\",\"cipher\":\"").append(cipher);
        line.append("\",\"user\":\"").append(USER).append("\",\"password\":\"").append(PASSWORD);
        line.append("\",\"challenge\":\"").append(HEX.formatHex(challenge));
        line.append("\",\"cnonce\":\"").append(directive("cnonce", response));
        line.append("\",\"response\":\"").append(directive("response", response));
        line.append("\",\"last\":\"").append(HEX.formatHex(last)).append("\",\"messages\":[");
        if (!qop.equals("auth")) {
            messages(client, server, line);
        }
        System.out.println(line.append("]}"));
    }

    /** Of every length around a block, and one of many blocks. */
    private static void messages(SaslClient client, SaslServer server, StringBuilder line) throws SaslException {
        Random random = new Random(7);
        for (int length : new int[] {1, 5, 6, 7, 8, 13, 14, 15, 100, 1000}) {
            byte[] message = new byte[length];
            random.nextBytes(message);
            line.append(length == 1 ? "" : ",").append("{\"message\":\"").append(HEX.formatHex(message));
            line.append("\",\"of_client\":\"").append(HEX.formatHex(client.wrap(message, 0, length)));
            line.append("\",\"of_server\":\"").append(HEX.formatHex(server.wrap(message, 0, length))).append("\"}");
        }
    }

    private static String directive(String name, byte[] response) {
        Matcher found = Pattern.compile("(?:^|,)" + name + "=\"?([^\",]*)").matcher(new String(response, StandardCharsets.UTF_8));
        if (!found.find()) {
            throw new IllegalStateException(name);
        }
        return found.group(1);
    }

    private static void answer(Callback[] callbacks) {
        for (Callback callback : callbacks) {
            if (callback instanceof NameCallback name) {
                name.setName(USER);
            } else if (callback instanceof PasswordCallback password) {
                password.setPassword(PASSWORD.toCharArray());
            } else if (callback instanceof RealmCallback realm) {
                realm.setText(realm.getDefaultText());
            } else if (callback instanceof AuthorizeCallback authorize) {
                authorize.setAuthorized(true);
            }
        }
    }
}
