const END_TO_END = /^[ED]\d{8}(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})[A-Za-z0-9]{11}$/;

/** EndToEndId: E (D for a return), ISPB, minute timestamp, eleven more characters. */
export function isEndToEndId(text: string): boolean {
  const [, year, month, day, hour, minute] = END_TO_END.exec(text) ?? [];
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${year}-${month}-${day}`);
}
