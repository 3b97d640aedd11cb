function tokensOf<Name extends string>(
  values: Record<Name, string | number>,
): Record<Name, { value: string }> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value: String(value) }]),
  ) as Record<Name, { value: string }>;
}

/** Spacing in steps of 4 px: `4` is 1rem. */
const STEPS = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40, 44, 48,
  52, 56, 60, 64, 72, 80, 96,
];
const spacing = tokensOf(Object.fromEntries(STEPS.map((step) => [step, `${step / 4}rem`])));

/** Named as Chakra's recipes expect. Chakra's own tokens are left out: the bank does not use their colour ramps. */
export const tokens = {
  animations: tokensOf({
    spin: 'spin 1s linear infinite',
    pulse: 'pulse 2s cubic-bezier(.4, 0, .6, 1) infinite',
  }),
  colors: tokensOf({
    white: '#FFFFFF',
    black: '#07110F',
    transparent: 'transparent',
    current: 'currentColor',
  }),
  cursor: tokensOf({
    button: 'pointer',
    checkbox: 'pointer',
    radio: 'pointer',
    switch: 'pointer',
    disabled: 'not-allowed',
  }),
  durations: tokensOf({
    faster: '90ms',
    moderate: '180ms',
    slow: '320ms',
    slower: '400ms',
    slowest: '500ms',
  }),
  easings: tokensOf({
    vale: 'cubic-bezier(.2, .7, .1, 1)',
    'ease-in-smooth': 'cubic-bezier(.32, .72, 0, 1)',
  }),
  fonts: tokensOf({
    heading: "'Familjen Grotesk Variable', 'Atkinson Hyperlegible Next Variable', system-ui, sans-serif",
    // Body text takes its digits from the heading font: the text font's zeros are slashed, which only codes keep.
    body: "'Vale Figures', 'Atkinson Hyperlegible Next Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    code: "'Atkinson Hyperlegible Next Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    mono: "'Atkinson Hyperlegible Mono Variable', ui-monospace, Menlo, Consolas, monospace",
  }),
  // 12 · 14 · 16 · 18 · 22 · 28 · 36 · 48 · 64
  fontSizes: tokensOf({
    '2xs': '0.75rem',
    xs: '0.75rem',
    sm: '0.875rem',
    md: '1rem',
    lg: '1.125rem',
    xl: '1.375rem',
    '2xl': '1.75rem',
    '3xl': '2.25rem',
    '4xl': 'clamp(2.25rem, 5vw, 3rem)',
    '5xl': 'clamp(2.5rem, 6.5vw, 4rem)',
  }),
  fontWeights: tokensOf({ normal: 400, medium: 500, semibold: 600, bold: 700 }),
  radii: tokensOf({
    none: '0',
    xs: '2px',
    sm: '6px',
    md: '8px',
    lg: '10px',
    xl: '16px',
    full: '9999px',
    control: '10px',
    card: '16px',
    sheet: '24px',
    pill: '999px',
  }),
  sizes: {
    ...spacing,
    ...tokensOf({
      '2xs': '16rem',
      xs: '20rem',
      sm: '24rem',
      md: '28rem',
      lg: '32rem',
      xl: '36rem',
      '2xl': '42rem',
      '3xl': '48rem',
      '4xl': '56rem',
      '5xl': '64rem',
      '6xl': '72rem',
      full: '100%',
      max: 'max-content',
      min: 'min-content',
    }),
  },
  spacing,
  zIndex: tokensOf({
    docked: 10,
    dropdown: 1000,
    sticky: 1100,
    popover: 1500,
    skipNav: 1600,
    toast: 1700,
    tooltip: 1800,
  }),
};

const slide = (axis: 'x' | 'y', from: string, to: string) => {
  const at = (distance: string) => ({ translate: axis === 'x' ? `${distance} 0` : `0 ${distance}` });
  return { from: at(from), to: at(to) };
};

export const keyframes = {
  spin: { '0%': { transform: 'rotate(0deg)' }, '100%': { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '0.5' } },
  'bg-position': {
    from: { backgroundPosition: 'var(--animate-from, 1rem) 0' },
    to: { backgroundPosition: 'var(--animate-to, 0) 0' },
  },
  position: {
    from: { insetInlineStart: 'var(--animate-from-x)', insetBlockStart: 'var(--animate-from-y)' },
    to: { insetInlineStart: 'var(--animate-to-x)', insetBlockStart: 'var(--animate-to-y)' },
  },
  'fade-in': { from: { opacity: '0' }, to: { opacity: '1' } },
  'fade-out': { from: { opacity: '1' }, to: { opacity: '0' } },
  'scale-in': { from: { scale: '0.95' }, to: { scale: '1' } },
  'scale-out': { from: { scale: '1' }, to: { scale: '0.95' } },
  'slide-from-left-full': slide('x', '-100%', '0'),
  'slide-from-right-full': slide('x', '100%', '0'),
  'slide-from-bottom-full': slide('y', '100%', '0'),
  'slide-to-left-full': slide('x', '0', '-100%'),
  'slide-to-right-full': slide('x', '0', '100%'),
  'slide-to-bottom-full': slide('y', '0', '100%'),
  'slide-from-top': slide('y', '-0.5rem', '0'),
  'slide-from-bottom': slide('y', '0.5rem', '0'),
  'slide-from-left': slide('x', '-0.5rem', '0'),
  'slide-from-right': slide('x', '0.5rem', '0'),
  'slide-to-top': slide('y', '0', '-0.5rem'),
  'slide-to-bottom': slide('y', '0', '0.5rem'),
  'slide-to-left': slide('x', '0', '-0.5rem'),
  'slide-to-right': slide('x', '0', '0.5rem'),
};

export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px' };

const text = (fontSize: string, lineHeight: string) => ({ value: { fontSize, lineHeight } });
const display = (fontSize: string, lineHeight: string) => ({
  value: { fontSize, lineHeight, letterSpacing: '-0.02em' },
});

export const textStyles = {
  '2xs': text('2xs', '1rem'),
  xs: text('xs', '1rem'),
  sm: text('sm', '1.25rem'),
  md: text('md', '1.5rem'),
  lg: text('lg', '1.75rem'),
  xl: text('xl', '1.875rem'),
  '2xl': display('2xl', '2.125rem'),
  '3xl': display('3xl', '2.625rem'),
  '4xl': display('4xl', '1.1'),
  '5xl': display('5xl', '1.08'),
};
