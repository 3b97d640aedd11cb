import { defineConfig } from '@chakra-ui/react';
import {
  alertSlotRecipe,
  avatarSlotRecipe,
  badgeRecipe,
  buttonRecipe,
  cardSlotRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  containerRecipe,
  dataListSlotRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  headingRecipe,
  iconRecipe,
  inputAddonRecipe,
  inputRecipe,
  linkRecipe,
  listSlotRecipe,
  nativeSelectSlotRecipe,
  progressSlotRecipe,
  segmentGroupSlotRecipe,
  separatorRecipe,
  skeletonRecipe,
  spinnerRecipe,
  stepsSlotRecipe,
  tableSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  tooltipSlotRecipe,
} from '@chakra-ui/react/theme';

/** Recipes of single elements, by the key under which Chakra's components look them up. */
export const recipes = {
  badge: badgeRecipe,
  button: buttonRecipe,
  checkmark: checkmarkRecipe,
  container: containerRecipe,
  heading: headingRecipe,
  icon: iconRecipe,
  input: inputRecipe,
  inputAddon: inputAddonRecipe,
  link: linkRecipe,
  separator: separatorRecipe,
  skeleton: skeletonRecipe,
  spinner: spinnerRecipe,
  textarea: textareaRecipe,
};

/** Recipes of components with several parts. */
export const slotRecipes = {
  alert: alertSlotRecipe,
  avatar: avatarSlotRecipe,
  card: cardSlotRecipe,
  checkbox: checkboxSlotRecipe,
  dataList: dataListSlotRecipe,
  dialog: dialogSlotRecipe,
  drawer: drawerSlotRecipe,
  field: fieldSlotRecipe,
  list: listSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
  progress: progressSlotRecipe,
  segmentGroup: segmentGroupSlotRecipe,
  steps: stepsSlotRecipe,
  table: tableSlotRecipe,
  tabs: tabsSlotRecipe,
  tooltip: tooltipSlotRecipe,
};

/** The identity's ring, outside the control: 3 px, with a gap of ground. */
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

/** What the identity changes in them; merged over the recipes above. */
export const recipeChanges = defineConfig({
  theme: {
    recipes: {
      button: {
        base: { ...ring, whiteSpace: 'normal', textAlign: 'center', fontWeight: '600' },
        variants: {
          variant: {
            solid: { _hover: { bg: 'colorPalette.solid/88' } },
          },
        },
        defaultVariants: { size: 'lg' },
      },
      input: { variants: { variant: field }, defaultVariants: { size: 'lg' } },
      textarea: { variants: { variant: field }, defaultVariants: { size: 'lg' } },
      badge: { base: { borderRadius: 'pill', fontWeight: '600' }, defaultVariants: { size: 'md' } },
      link: { base: ring },
    },
    slotRecipes: {
      alert: { slots: [], variants: { status: statusPalettes } },
      card: {
        slots: [],
        variants: { variant: { elevated: { root: { boxShadow: 'card' } } } },
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
