import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import {
  animationStyles,
  breakpoints,
  globalCss,
  keyframes,
  layerStyles,
  semanticTokens,
  textStyles,
  tokens,
} from '@chakra-ui/react/theme';
import { colors } from './theme-colors.ts';
import { recipeChanges, recipes, slotRecipes } from './theme-recipes.ts';

const reducedMotion = {
  animationDuration: '0.01ms !important',
  animationIterationCount: '1 !important',
  transitionDuration: '0.01ms !important',
  scrollBehavior: 'auto !important',
};

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'vale',
  cssVarsRoot: ':where(html)',
  globalCss: {
    ...globalCss,
    html: {
      ...globalCss.html,
      colorPalette: 'brand',
      fontFamily: 'body',
      lineHeight: '1.55',
      scrollPaddingTop: '5rem',
      colorScheme: 'light',
      textSizeAdjust: '100%',
    },
    'html.dark': { colorScheme: 'dark' },
    'h1, h2': { letterSpacing: '-0.02em' },
    // The ring of the identity: 3 px with a gap of 2 px, never covered by a component's own.
    ':is(a, button, [tabindex], summary):focus-visible': {
      outline: '3px solid',
      outlineColor: 'colorPalette.focusRing',
      outlineOffset: '2px',
    },
    'h1[tabindex="-1"]:focus, main:focus': { outline: 'none' },
    '[data-money], .num': { fontVariantNumeric: 'tabular-nums lining-nums' },
    '::selection': { bg: 'accent.muted', color: 'fg' },
    '*, *::before, *::after': { _motionReduce: reducedMotion },
  },
  theme: {
    breakpoints,
    keyframes,
    textStyles: {
      ...textStyles,
      xl: { value: { fontSize: 'xl', lineHeight: '1.875rem' } },
      '2xl': { value: { fontSize: '2xl', lineHeight: '2.125rem', letterSpacing: '-0.02em' } },
      '3xl': { value: { fontSize: '3xl', lineHeight: '2.625rem', letterSpacing: '-0.02em' } },
      '4xl': { value: { fontSize: '4xl', lineHeight: '3.25rem', letterSpacing: '-0.02em' } },
      '5xl': { value: { fontSize: '5xl', lineHeight: '1.08', letterSpacing: '-0.02em' } },
    },
    layerStyles,
    animationStyles,
    recipes,
    slotRecipes,
    tokens: {
      ...tokens,
      colors: {
        white: { value: '#FFFFFF' },
        black: { value: '#07110F' },
        transparent: { value: 'transparent' },
      },
      fonts: {
        heading: {
          value: "'Familjen Grotesk Variable', 'Atkinson Hyperlegible Next Variable', system-ui, sans-serif",
        },
        body: {
          value: "'Atkinson Hyperlegible Next Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
        },
        mono: { value: "'Atkinson Hyperlegible Mono Variable', ui-monospace, Menlo, Consolas, monospace" },
      },
      // 12 · 14 · 16 · 18 · 22 · 28 · 36 · 48 · 64
      fontSizes: {
        ...tokens.fontSizes,
        xl: { value: '1.375rem' },
        '2xl': { value: '1.75rem' },
        '3xl': { value: '2.25rem' },
        '4xl': { value: 'clamp(2.25rem, 5vw, 3rem)' },
        '5xl': { value: 'clamp(2.5rem, 6.5vw, 4rem)' },
      },
      radii: {
        ...tokens.radii,
        control: { value: '10px' },
        card: { value: '16px' },
        sheet: { value: '24px' },
        pill: { value: '999px' },
      },
      durations: {
        ...tokens.durations,
        tap: { value: '90ms' },
        move: { value: '180ms' },
        reveal: { value: '320ms' },
      },
      easings: { ...tokens.easings, vale: { value: 'cubic-bezier(.2,.7,.1,1)' } },
    },
    semanticTokens: {
      colors,
      radii: { l1: { value: '6px' }, l2: { value: '{radii.control}' }, l3: { value: '{radii.card}' } },
      shadows: {
        ...Object.fromEntries(Object.keys(semanticTokens.shadows).map((name) => [name, overlayShadow()])),
        xs: { value: { _light: '0 1px 2px #0B1F1C29', _dark: '0 1px 2px #000000A3' } },
        card: {
          value: {
            _light: '0 1px 0 #0B1F1C0F, 0 8px 24px -16px #0B1F1C40',
            _dark: 'inset 0 0 0 1px #2A403A',
          },
        },
        overlay: overlayShadow(),
      },
    },
  },
});

function overlayShadow() {
  return {
    value: { _light: '0 24px 64px -24px #0B1F1C66', _dark: '0 0 0 1px #2A403A, 0 24px 64px -16px #000000CC' },
  };
}

/**
 * The identity as a Chakra system. Only the recipes that some screen uses are in it (`theme-recipes.ts`), since all of
 * them would cost every visitor of the login 33 kB; `theme.test.ts` fails when a component is used without its recipe.
 */
export const system = createSystem(defaultBaseConfig, config, recipeChanges);
