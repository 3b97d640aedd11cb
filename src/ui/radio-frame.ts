/** The frame of a radio button, a label: it shows what is chosen, and where the keyboard is. */
export const radioFrame = {
  display: 'flex',
  alignItems: 'center',
  borderRadius: 'control',
  borderWidth: '1px',
  borderColor: 'border.control',
  bg: 'bg.panel',
  cursor: 'pointer',
  css: {
    '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
    '&:has(:focus-visible)': {
      outline: '3px solid',
      outlineColor: 'brand.focusRing',
      outlineOffset: '2px',
    },
  },
} as const;
