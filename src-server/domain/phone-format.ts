/** '11987654321' → '(11) 98765-4321'; '1130000000' → '(11) 3000-0000'. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}

/** '11987654321' → '(11) *****-4321'. */
export function listedPhone(digits: string): string {
  return formatPhone(digits).replace(/ \d+-/, (middle) => middle.replace(/\d/g, '*'));
}
