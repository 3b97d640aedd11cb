export function findChromium(): string | null;
export function findPostgres(): string | null;
export function findNginx(): string | null;
