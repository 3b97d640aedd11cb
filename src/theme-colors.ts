const both = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

type Pair = [light: string, dark: string];
type Shades = Record<'solid' | 'muted' | 'subtle' | 'emphasized', Pair> & { fg?: Pair; border?: Pair };

const onSolid: Pair = ['#FFFFFF', '#07110F'];
const ring: Pair = ['#B3246F', '#F27DB4'];
const control: Pair = ['#71857F', '#6B827B'];

/** The eight shades that Chakra's recipes read from a colour palette. */
function palette({ solid, fg = solid, muted, subtle, emphasized, border = solid }: Shades) {
  return {
    solid: both(...solid),
    contrast: both(...onSolid),
    fg: both(...fg),
    muted: both(...muted),
    subtle: both(...subtle),
    emphasized: both(...emphasized),
    focusRing: both(...ring),
    border: both(...border),
  };
}

/** In both themes every text pair has a contrast of at least 4.5:1, every control's border 3:1. */
export const colors = {
  bg: {
    DEFAULT: both('#F2F5F4', '#07110F'),
    panel: both('#FFFFFF', '#0F1D1A'),
    subtle: both('#E7EDEB', '#172824'),
    muted: both('#DDE5E3', '#1E322D'),
    emphasized: both('#C9D4D1', '#2A403A'),
    inverted: both('#0B1F1C', '#E9F1EF'),
    error: both('#FCE6E4', '#3D1414'),
    warning: both('#FFEFCC', '#352405'),
    success: both('#DFF3E2', '#10301A'),
    info: both('#E1ECFA', '#11294A'),
  },
  fg: {
    DEFAULT: both('#0B1F1C', '#E9F1EF'),
    muted: both('#47605A', '#A3B8B2'),
    subtle: both('#5B736D', '#8CA39C'),
    inverted: both('#F2F5F4', '#07110F'),
    error: both('#A4262C', '#FF9A92'),
    warning: both('#7A4B00', '#F5C15C'),
    success: both('#1B6B33', '#7ED491'),
    info: both('#1D4F91', '#94BEF5'),
  },
  border: {
    DEFAULT: both('#C9D4D1', '#2A403A'),
    muted: both('#DDE5E3', '#1E322D'),
    subtle: both('#E7EDEB', '#172824'),
    emphasized: both('#A9B8B4', '#3B534C'),
    control: both(...control),
    error: both('#A4262C', '#FF9A92'),
  },
  serra: {
    bg: both('#0B4F4A', '#0A1714'),
    fg: both('#FFFFFF', '#E9F1EF'),
    muted: both('#C7DEDA', '#A3B8B2'),
    active: both('#286460', '#172F29'),
    bar: both('#F27DB4', '#F27DB4'),
    ring: both('#F2A7CB', '#F27DB4'),
    line: both('#FFFFFF14', '#FFFFFF14'),
  },
  /** Charts: in = serra, out = manacá; red is for problems. */
  chart: {
    in: both('#0B4F4A', '#2F8F82'),
    out: both('#C2367F', '#F59CC6'),
  },
  /** The logo's pink: decorative, never for text. */
  manaca: both('#C2367F', '#F27DB4'),
  brand: palette({
    solid: ['#0B4F4A', '#5FC9BA'],
    fg: ['#0B4F4A', '#7FD9CC'],
    muted: ['#C4DEDA', '#1B4A43'],
    subtle: ['#DCEBE8', '#12352F'],
    emphasized: ['#A9CEC8', '#245E55'],
    border: control,
  }),
  accent: palette({
    solid: ['#B3246F', '#F27DB4'],
    fg: ['#9A1B5D', '#F59CC6'],
    muted: ['#F6CBE0', '#551A3A'],
    subtle: ['#FBE4EF', '#3B1228'],
    emphasized: ['#F0AECD', '#6E234C'],
  }),
  positive: palette({
    solid: ['#1B6B33', '#7ED491'],
    muted: ['#C6E8CB', '#174423'],
    subtle: ['#DFF3E2', '#10301A'],
    emphasized: ['#A6D9AE', '#1F5A2F'],
  }),
  negative: palette({
    solid: ['#A4262C', '#FF9A92'],
    muted: ['#F8CDCA', '#561C1C'],
    subtle: ['#FCE6E4', '#3D1414'],
    emphasized: ['#F1ADA9', '#702626'],
  }),
  caution: palette({
    solid: ['#7A4B00', '#F5C15C'],
    muted: ['#FFE0A3', '#4D350A'],
    subtle: ['#FFEFCC', '#352405'],
    emphasized: ['#F9CF7A', '#654710'],
  }),
  notice: palette({
    solid: ['#1D4F91', '#94BEF5'],
    muted: ['#C7DBF5', '#1B3C69'],
    subtle: ['#E1ECFA', '#11294A'],
    emphasized: ['#A7C6EE', '#244E87'],
  }),
  neutral: palette({
    solid: ['#4A5754', '#B4C5C0'],
    muted: ['#D3DCDA', '#233833'],
    subtle: ['#E7EDEB', '#172824'],
    emphasized: ['#B9C6C2', '#314841'],
    border: control,
  }),
};
