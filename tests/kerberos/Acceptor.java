import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.MessageProp;
import org.ietf.jgss.Oid;

/**
 * A service that accepts contexts of GSS-API with Kerberos, and sends each message back.
 *
 * <p>Frames are a length of 32 bits and bytes. The first frame is the client's token, and the response is the acceptor's.
 * Each later frame is a byte (1: encrypt the response) and a token. The response is a byte (1: the token was encrypted) and
 * a token with the same message. An error is a frame of length -1 and then one with its text.
 */
public final class Acceptor {
    public static void main(String[] args) throws Exception {
        Subject subject = login(new File(args[1]), args[2]);
        Subject.doAs(subject, (PrivilegedExceptionAction<Void>) () -> {
            GSSManager manager = GSSManager.getInstance();
            GSSCredential credential = manager.createCredential(
                    null, GSSCredential.INDEFINITE_LIFETIME, new Oid("1.2.840.113554.1.2.2"), GSSCredential.ACCEPT_ONLY);
            try (ServerSocket server = new ServerSocket(Integer.parseInt(args[0]), 50, InetAddress.getByName("127.0.0.1"))) {
                System.out.println("port " + server.getLocalPort());
                while (true) {
                    try (Socket socket = server.accept()) {
                        socket.setTcpNoDelay(true);
                        serve(manager.createContext(credential), socket);
                    } catch (java.io.EOFException end) {
                        // The client is done.
                    }
                }
            }
        });
    }

    private static Subject login(File keytab, String principal) throws Exception {
        Map<String, String> options = Map.of(
                "useKeyTab", "true", "storeKey", "true", "doNotPrompt", "true", "isInitiator", "false",
                "keyTab", keytab.getPath(), "principal", principal);
        Configuration configuration = new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(
                            "com.sun.security.auth.module.Krb5LoginModule", LoginModuleControlFlag.REQUIRED, options)
                };
            }
        };
        LoginContext context = new LoginContext("acceptor", null, null, configuration);
        context.login();
        return context.getSubject();
    }

    private static void serve(GSSContext context, Socket socket) throws Exception {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        try {
            byte[] first = frame(in);
            write(out, context.acceptSecContext(first, 0, first.length));
            if (!context.isEstablished() || !context.getConfState() || !context.getMutualAuthState()
                    || !context.getSequenceDetState() || !context.getReplayDetState() || !context.getIntegState()) {
                throw new IllegalStateException("a flag is missing");
            }
            while (true) {
                byte[] request = frame(in);
                MessageProp found = new MessageProp(0, false);
                byte[] message = context.unwrap(request, 1, request.length - 1, found);
                if (found.isDuplicateToken() || found.isOldToken() || found.isUnseqToken() || found.isGapToken()) {
                    throw new IllegalStateException("out of order");
                }
                byte[] token = context.wrap(message, 0, message.length, new MessageProp(0, request[0] == 1));
                byte[] response = new byte[token.length + 1];
                response[0] = (byte) (found.getPrivacy() ? 1 : 0);
                System.arraycopy(token, 0, response, 1, token.length);
                write(out, response);
            }
        } catch (GSSException | IllegalStateException error) {
            out.writeInt(-1);
            write(out, error.toString().getBytes("UTF-8"));
        }
    }

    private static byte[] frame(DataInputStream in) throws Exception {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private static void write(DataOutputStream out, byte[] bytes) throws Exception {
        out.writeInt(bytes.length);
        out.write(bytes);
        out.flush();
    }
}
