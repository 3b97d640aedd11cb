/** A procedure's file: all bytes, or chunks that stop when the reader leaves. tRPC cannot carry them (415). */
export type FileAnswer = {
  bytes: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
  fileName: string;
  contentType: string;
};
