/** 'jo***@exemplo.com.br'. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, Math.max(1, at - 1)))}***${email.slice(at)}`;
}
