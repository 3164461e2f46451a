/** One field of a protocol buffer: a number, a text, or a message made by `message`. */
type Field = readonly [number: number, value: number | string | Uint8Array];

/**
 * The smallest ONNX model: it casts whole numbers to floats. Enough to see what is made of a model with
 * inputs, outputs or shapes of another kind.
 */
export function tinyOnnx(names: { readonly input?: string } = {}): Uint8Array {
  const { input = "input_ids" } = names;
  const output = "last_hidden_state";
  const int64 = 7;
  const float = 1;
  const cast = message([
    [1, input],
    [2, output],
    [4, "Cast"],
    [
      5,
      message([
        [1, "to"],
        [3, float],
        [20, 2],
      ]),
    ],
  ]);
  const graph = message([
    [1, cast],
    [2, "tiny"],
    [11, valueInfo(input, int64)],
    [12, valueInfo(output, float)],
  ]);
  return message([
    [1, 8],
    [7, graph],
    [8, message([[2, 13]])],
  ]);
}

function valueInfo(name: string, elementType: number): Uint8Array {
  const shape = message([
    [1, message([[2, "batch"]])],
    [1, message([[2, "length"]])],
  ]);
  const tensor = message([
    [1, elementType],
    [2, shape],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}

function message(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === "number") return Buffer.concat([varint(number << 3), varint(value)]);
    const bytes = Buffer.from(value);
    return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
  });
  return Buffer.concat(parts);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return Uint8Array.from([...bytes, rest]);
}
