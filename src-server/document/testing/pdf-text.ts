import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';

export async function pdfText(bytes: Uint8Array, page = 0): Promise<string> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { node } = pdf.getPage(page);
  const read = (stream: unknown): string => {
    if (!(stream instanceof PDFRawStream)) throw new Error(`page ${page} has no raw content stream`);
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  };
  const fonts = new Map<string, Map<string, string>>();
  const fontDict = node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  for (const [name] of fontDict?.entries() ?? []) {
    const toUnicode = fontDict?.lookup(name, PDFDict).lookup(PDFName.of('ToUnicode'));
    fonts.set(name.toString(), characters(read(toUnicode)));
  }
  const contents = node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => pdf.context.lookup(ref)) : [contents];
  return lines(streams.map(read).join('\n'), fonts);
}

/** Glyph to UTF-16 pairs of a ToUnicode map. */
function characters(map: string): Map<string, string> {
  const pairs = [...map.matchAll(/<([0-9a-fA-F]{4})>\s*<([0-9a-fA-F]+)>/g)];
  return new Map(
    pairs.map(([, glyph = '', units = '']) => [
      glyph.toUpperCase(),
      Buffer.from(units, 'hex').swap16().toString('utf16le'),
    ]),
  );
}

function lines(content: string, fonts: Map<string, Map<string, string>>): string {
  const found: string[] = [];
  let font: Map<string, string> | undefined;
  for (const [, name, glyphs] of content.matchAll(/(\/\S+) [\d.]+ Tf|<([0-9a-fA-F]*)> Tj/g)) {
    if (name) font = fonts.get(name);
    else
      found.push(
        (glyphs?.match(/.{4}/g) ?? []).map((glyph) => font?.get(glyph.toUpperCase()) ?? '?').join(''),
      );
  }
  return found.join('\n');
}
