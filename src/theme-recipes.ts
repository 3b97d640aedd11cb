import { defineConfig } from '@chakra-ui/react';
import {
  alertSlotRecipe,
  badgeRecipe,
  buttonRecipe,
  cardSlotRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  headingRecipe,
  iconRecipe,
  inputAddonRecipe,
  inputRecipe,
  linkRecipe,
  progressSlotRecipe,
  skeletonRecipe,
  spinnerRecipe,
  tabsSlotRecipe,
} from '@chakra-ui/react/theme';

export const recipes = {
  badge: badgeRecipe,
  button: buttonRecipe,
  checkmark: checkmarkRecipe,
  heading: headingRecipe,
  icon: iconRecipe,
  input: inputRecipe,
  inputAddon: inputAddonRecipe,
  link: linkRecipe,
  skeleton: skeletonRecipe,
  spinner: spinnerRecipe,
};

export const slotRecipes = {
  alert: alertSlotRecipe,
  card: cardSlotRecipe,
  checkbox: checkboxSlotRecipe,
  dialog: dialogSlotRecipe,
  drawer: drawerSlotRecipe,
  field: fieldSlotRecipe,
  progress: progressSlotRecipe,
  tabs: tabsSlotRecipe,
};

/** The focus ring: 3 px with a gap. */
const ring = {
  focusVisibleRing: 'outside',
  focusRingWidth: '3px',
  focusRingOffset: '2px',
  focusRingColor: 'colorPalette.focusRing',
} as const;

const field = {
  outline: { bg: 'bg.panel', borderColor: 'border.control', ...ring, focusRingOffset: '1px' },
} as const;

const statusPalettes = {
  info: { root: { colorPalette: 'notice' } },
  warning: { root: { colorPalette: 'caution' } },
  success: { root: { colorPalette: 'positive' } },
  error: { root: { colorPalette: 'negative' } },
  neutral: { root: { colorPalette: 'neutral' } },
} as const;

/** The bank's visual identity, merged over the recipes above. */
export const recipeChanges = defineConfig({
  theme: {
    recipes: {
      button: {
        base: { ...ring, whiteSpace: 'normal', textAlign: 'center', fontWeight: '600' },
        variants: {
          variant: {
            solid: { _hover: { bg: 'colorPalette.solid/88' } },
          },
          // Touch targets need 44 px.
          size: { sm: { minHeight: { base: '11', md: '9' } } },
        },
        defaultVariants: { size: 'lg' },
      },
      input: { variants: { variant: field }, defaultVariants: { size: 'lg' } },
      badge: { base: { borderRadius: 'pill', fontWeight: '600' }, defaultVariants: { size: 'md' } },
      link: { base: ring },
    },
    slotRecipes: {
      alert: { slots: [], variants: { status: statusPalettes } },
      card: {
        slots: [],
        variants: {
          variant: { elevated: { root: { boxShadow: 'card' } } },
          size: { md: { root: { '--card-padding': { base: 'spacing.4', md: 'spacing.6' } } } },
        },
        defaultVariants: { variant: 'elevated' },
      },
      dialog: {
        slots: [],
        base: { backdrop: { bg: '#07110F99' }, content: { borderRadius: 'sheet', boxShadow: 'overlay' } },
      },
      drawer: { slots: [], base: { backdrop: { bg: '#07110F99' } } },
    },
  },
});
