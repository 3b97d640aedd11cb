/**
 * What a procedure behind a row of `reply` 'pdf' or 'file' answers: all its bytes, or piece by piece for what may be long.
 * The pieces are asked for as fast as they are read, and no more once the reader is gone; tRPC cannot carry them (415).
 */
export type FileAnswer = {
  bytes: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
  fileName: string;
  contentType: string;
};
