package schema.hive;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The system class loader, in place of Java's: Hive expects a {@link URLClassLoader}, which Java's was before Java 9.
 *
 * <p>Jars are in the order of their names, because some contain classes of others: Java lists those of a folder in any
 * order.
 */
public final class Loader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  public Loader(ClassLoader javas) {
    super(classPath(), javas.getParent());
  }

  private static URL[] classPath() {
    String[] paths = System.getProperty("java.class.path").split(File.pathSeparator);
    Comparator<String> foldersFirst = Comparator.comparing(path -> path.endsWith(".jar") ? path : "");
    return Arrays.stream(paths).sorted(foldersFirst).map(Loader::url).toArray(URL[]::new);
  }

  private static URL url(String path) {
    try {
      return new File(path).toURI().toURL();
    } catch (MalformedURLException error) {
      throw new IllegalArgumentException(path, error);
    }
  }
}
