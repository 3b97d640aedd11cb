/** Frames of HTTP/2 as no client library sends them. */

/** RFC 9113, 4.1. */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt16BE((type << 8) | flags, 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const PRI = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const [HEADERS, SETTINGS, WINDOW_UPDATE] = [1, 4, 8];
const END = 0x05;
const INITIAL_WINDOW_SIZE = 4;
const WIDEST = 2 ** 31 - 1;

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const PREFACE = Buffer.concat([PRI, frame(SETTINGS, 0, 0)]);
/** As if the client would take any number of bytes. */
export const WIDE_PREFACE = Buffer.concat([
  PRI,
  frame(SETTINGS, 0, 0, Buffer.concat([Buffer.from([0, INITIAL_WINDOW_SIZE]), uint32(WIDEST)])),
  frame(WINDOW_UPDATE, 0, 0, uint32(WIDEST - 65_535)),
]);

/** GET https of localhost (RFC 7541), the path without Huffman coding; `more`: further fields. */
export const getRequest = (stream: number, path: string, more = Buffer.alloc(0)): Buffer =>
  frame(
    HEADERS,
    END,
    stream,
    Buffer.concat([
      Buffer.from([0x82, 0x87, 0x04, path.length]),
      Buffer.from(path),
      Buffer.from([0x01, 9]),
      Buffer.from('localhost'),
      more,
    ]),
  );

const LONG = 4_000;
/** A field of 4,000 bytes that the server keeps in its table, and bytes that name it again three times. */
export const LONG_FIELD = Buffer.concat([
  Buffer.from([0x40, 1, 0x78, 0x7f, ((LONG - 127) & 0x7f) | 0x80, (LONG - 127) >> 7]),
  Buffer.alloc(LONG, 'a'),
]);
export const THAT_FIELD_AGAIN = Buffer.from([0xbe, 0xbe, 0xbe]);
