const MINUTE_MS = 60_000;

/** Time between two ISO 8601 moments: `há 5 min`, `há 3 h`, `há 12 dias`. */
export function age(from: string, at: string): string {
  const minutes = Math.floor((Date.parse(at) - Date.parse(from)) / MINUTE_MS);
  if (minutes < 1) return 'agora';
  if (minutes < 60) return `há ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `há ${hours} h`;
  return `há ${Math.floor(hours / 24)} dias`;
}
