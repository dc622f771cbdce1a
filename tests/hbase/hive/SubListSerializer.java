package org.apache.hadoop.hive.ql.exec;

import java.util.ArrayList;
import java.util.List;
import org.apache.hive.com.esotericsoftware.kryo.Kryo;
import org.apache.hive.com.esotericsoftware.kryo.Serializer;
import org.apache.hive.com.esotericsoftware.kryo.io.Input;
import org.apache.hive.com.esotericsoftware.kryo.io.Output;

/**
 * In place of Hive's class of this name, which reads fields of Java 8's {@code ArrayList.SubList}, without which no job
 * starts: a part of a list is serialized as a list of its own.
 */
class SerializationUtilities$ArrayListSubListSerializer extends Serializer<List<?>> {
  @Override
  public void write(Kryo kryo, Output output, List<?> list) {
    output.writeInt(list.size(), true);
    for (Object element : list) {
      kryo.writeClassAndObject(output, element);
    }
  }

  @Override
  public List<?> read(Kryo kryo, Input input, Class<List<?>> type) {
    int size = input.readInt(true);
    List<Object> list = new ArrayList<>(size);
    kryo.reference(list);
    for (int at = 0; at < size; at++) {
      list.add(kryo.readClassAndObject(input));
    }
    return list;
  }
}
