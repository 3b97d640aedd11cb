const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => HTML[character] ?? '');

export const MAIL_COLORS = {
  light: {
    page: '#F2F5F4',
    panel: '#FFFFFF',
    text: '#0B1F1C',
    muted: '#47605A',
    border: '#C9D4D1',
    subtle: '#E7EDEB',
    brand: '#0B4F4A',
    onBrand: '#FFFFFF',
    accent: '#C2367F',
  },
  dark: {
    page: '#07110F',
    panel: '#0F1D1A',
    text: '#E9F1EF',
    muted: '#A3B8B2',
    border: '#2A403A',
    subtle: '#172824',
    brand: '#5FC9BA',
    onBrand: '#07110F',
    accent: '#F27DB4',
  },
} as const;

export const MAIL_FONTS = {
  body: "'Atkinson Hyperlegible Next','Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  mono: "'Atkinson Hyperlegible Mono',Menlo,Consolas,monospace",
} as const;
