import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { animationStyles, globalCss, layerStyles } from '@chakra-ui/react/theme';
import { colors } from './theme-colors.ts';
import { recipeChanges, recipes, slotRecipes } from './theme-recipes.ts';
import { breakpoints, keyframes, textStyles, tokens } from './theme-tokens.ts';

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
    // Toasts and focused elements stay above the bottom bar of a narrow screen.
    'html:has([data-bottom-bar])': {
      '--bottom-bar': 'calc(3.5rem + env(safe-area-inset-bottom))',
      scrollPaddingBottom: 'calc(var(--bottom-bar) + 1rem)',
    },
    // Focused elements stay below the notice under the header.
    'html:has([data-notice])': { scrollPaddingTop: '10rem' },
    body: { paddingInline: 'env(safe-area-inset-left) env(safe-area-inset-right)' },
    'h1, h2': { letterSpacing: '-0.02em' },
    // The heading font's own spaces join short words.
    'h2, h3': { wordSpacing: '0.1em' },
    h1: { wordSpacing: '0.05em' },
    // The focus ring: 3 px with a gap of 2 px, instead of each component's own.
    ':is(a, button, [tabindex], summary):focus-visible': {
      outline: '3px solid',
      outlineColor: 'colorPalette.focusRing',
      outlineOffset: '2px',
    },
    'h1[tabindex="-1"]:focus, main:focus': { outline: 'none' },
    '[data-money], .num, .code': { fontVariantNumeric: 'tabular-nums lining-nums' },
    // Account numbers and codes in running text: slashed zeros.
    '.code': { fontFamily: 'code' },
    '::selection': { bg: 'accent.muted', color: 'fg' },
    '*, *::before, *::after': { _motionReduce: reducedMotion },
  },
  theme: {
    breakpoints,
    keyframes,
    textStyles,
    layerStyles: {
      ...layerStyles,
      panel: { value: { bg: 'bg.panel', borderRadius: 'card', boxShadow: 'card' } },
      disc: {
        value: {
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          flexShrink: 0,
          borderRadius: 'full',
        },
      },
    },
    animationStyles,
    recipes,
    slotRecipes,
    tokens,
    semanticTokens: {
      colors,
      radii: { l1: { value: '6px' }, l2: { value: '{radii.control}' }, l3: { value: '{radii.card}' } },
      shadows: {
        xs: { value: { _light: '0 1px 2px #0B1F1C29', _dark: '0 1px 2px #000000A3' } },
        sm: { value: { _light: '0 2px 4px #0B1F1C29', _dark: '0 2px 4px #000000A3' } },
        md: overlayShadow(),
        lg: overlayShadow(),
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
    value: {
      _light: '0 0 0 1px #0B1F1C14, 0 24px 64px -24px #0B1F1C66',
      _dark: '0 0 0 1px #2A403A, 0 24px 64px -16px #000000CC',
    },
  };
}

/** Only recipes in use: all of them would add 33 kB to the login. `theme.test.ts` fails if one is missing. */
export const system = createSystem(defaultBaseConfig, config, recipeChanges);
