/** A procedure's file: all bytes, or chunks that stop when the reader leaves. tRPC cannot carry them (415). */
export type FileAnswer = {
  bytes: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
  fileName: string;
  contentType: string;
};

export async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
