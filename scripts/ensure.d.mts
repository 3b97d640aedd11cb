export function ensureInstalled(folder?: string): void;
export function ensureBuilt(): void;
