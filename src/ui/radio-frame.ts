/** The label around a radio button: its frame shows the chosen option and keyboard focus. */
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
