import { chakra, type HTMLChakraProps } from '@chakra-ui/react';

/** The mark: two nested valleys and the flower, coin or sun in the notch. On serra surfaces pass `onSerra`. */
export function Mark({ onSerra = false, ...props }: HTMLChakraProps<'svg'> & { onSerra?: boolean }) {
  return (
    <chakra.svg viewBox="0 0 64 64" aria-hidden focusable="false" boxSize="9" flexShrink={0} {...props}>
      <Valleys onSerra={onSerra} />
    </chakra.svg>
  );
}

/** Mark and name. Decorative where the name stands beside it; give `aria-label` and `role="img"` where it does not. */
export function Wordmark({ onSerra = false, ...props }: HTMLChakraProps<'svg'> & { onSerra?: boolean }) {
  return (
    <chakra.svg viewBox="0 0 229 64" role="img" aria-label="ValeBank" height="10" width="auto" {...props}>
      <Valleys onSerra={onSerra} />
      <chakra.path fill={onSerra ? 'serra.fg' : 'fg'} d={VALE} />
      <chakra.path fill={onSerra ? 'serra.fg' : 'brand.fg'} d={BANK} />
    </chakra.svg>
  );
}

/** Contour lines that fall into a V, as a quiet picture; takes the colour of the text around it. */
export function ValleyArt(props: HTMLChakraProps<'svg'> & { width?: string; height?: string }) {
  return (
    <chakra.svg viewBox="0 0 96 64" fill="none" aria-hidden focusable="false" {...props}>
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round">
        <path d="M4 12C20 38 32 58 48 58S76 38 92 12" />
        <path d="M16 12C28 32 36 47 48 47S68 32 80 12" />
        <path d="M28 12C36 26 40 36 48 36S60 26 68 12" />
      </g>
      <chakra.circle cx="48" cy="17" r="6" fill="manaca" />
    </chakra.svg>
  );
}

function Valleys({ onSerra }: { onSerra: boolean }) {
  return (
    <>
      <chakra.g
        fill="none"
        stroke={onSerra ? 'serra.fg' : 'brand.solid'}
        strokeWidth="6"
        strokeLinecap="round"
      >
        <path d="M7 13C13 40 21 53 32 53S51 40 57 13" />
        <path d="M19 13C22.5 29 26.5 38 32 38S41.5 29 45 13" />
      </chakra.g>
      <chakra.circle cx="32" cy="17" r="6" fill={onSerra ? 'serra.bar' : 'manaca'} />
    </>
  );
}

/** The letters of the name, Familjen Grotesk drawn as outlines. */
const VALE =
  'M79.49 44.00L72.25 20.13L72.25 19.95L77.49 19.95L83.35 39.56L84.09 39.56L89.88 19.95L94.88 19.95L94.88 20.13L87.63 44.00ZM102.17 44.37Q99.58 44.37 97.92 43.12Q96.25 41.87 95.45 39.68Q94.65 37.49 94.65 34.72Q94.65 31.85 95.47 29.69Q96.28 27.54 97.95 26.33Q99.61 25.13 102.14 25.13Q104.08 25.13 105.33 25.89Q106.58 26.64 107.23 27.91L107.97 27.91L107.97 25.50L112.59 25.50L112.59 44.00L107.97 44.00L107.97 41.59L107.23 41.59Q106.58 42.77 105.35 43.57Q104.11 44.37 102.17 44.37ZM103.47 40.85Q105.35 40.85 106.47 39.21Q107.60 37.56 107.60 34.75Q107.60 31.91 106.47 30.28Q105.35 28.64 103.47 28.64Q101.77 28.64 100.80 30.17Q99.83 31.70 99.83 34.75Q99.83 37.80 100.80 39.33Q101.77 40.85 103.47 40.85ZM118.07 44.00Q117.20 43.01 116.85 41.76Q116.49 40.52 116.49 38.48L116.49 19.33L121.49 19.33L121.49 37.96Q121.49 40.30 122.01 41.61Q122.54 42.92 123.40 43.81L123.40 44.00ZM133.38 44.46Q129.00 44.46 126.70 41.84Q124.40 39.22 124.40 34.72Q124.40 31.70 125.44 29.54Q126.47 27.38 128.46 26.21Q130.45 25.04 133.32 25.04Q137.45 25.04 139.65 27.54Q141.86 30.03 141.86 34.87L141.86 35.92L129.28 35.92Q129.43 38.27 130.49 39.61Q131.56 40.95 133.38 40.95Q134.83 40.95 135.71 40.08Q136.58 39.22 136.86 38.08L141.61 38.08Q141.33 39.78 140.38 41.23Q139.42 42.67 137.69 43.57Q135.97 44.46 133.38 44.46ZM129.28 32.78L136.98 32.78Q136.86 30.68 135.94 29.52Q135.01 28.37 133.28 28.37Q131.59 28.37 130.56 29.46Q129.52 30.56 129.28 32.78Z';
const BANK =
  'M144.74 44.00L144.74 19.95L153.59 19.95Q157.97 19.95 159.96 21.55Q161.95 23.16 161.95 25.87Q161.95 27.60 161.08 28.80Q160.22 30.00 158.43 30.49L158.43 31.23Q160.74 31.70 161.95 33.10Q163.15 34.50 163.15 36.97Q163.15 40.12 161.04 42.06Q158.92 44.00 154.27 44.00ZM148.90 40.76L153.93 40.76Q156.52 40.76 157.68 39.71Q158.83 38.67 158.83 36.78Q158.83 34.84 157.61 33.84Q156.40 32.84 153.96 32.84L148.90 32.84ZM148.90 29.69L153.44 29.69Q155.53 29.69 156.63 28.89Q157.72 28.09 157.72 26.43Q157.72 23.19 153.44 23.19L148.90 23.19ZM172.35 44.40Q169.86 44.40 168.19 43.18Q166.53 41.97 165.69 39.78Q164.86 37.59 164.86 34.72Q164.86 31.82 165.71 29.65Q166.56 27.47 168.22 26.27Q169.89 25.07 172.35 25.07Q174.39 25.07 175.64 25.89Q176.89 26.70 177.44 27.91L178.18 27.91L178.18 25.50L181.97 25.50L181.97 44.00L178.18 44.00L178.18 41.59L177.44 41.59Q176.89 42.74 175.64 43.57Q174.39 44.40 172.35 44.40ZM173.28 41.26Q175.37 41.26 176.62 39.48Q177.87 37.71 177.87 34.75Q177.87 31.76 176.62 29.99Q175.37 28.21 173.28 28.21Q171.30 28.21 170.23 29.89Q169.15 31.57 169.15 34.75Q169.15 37.93 170.23 39.59Q171.30 41.26 173.28 41.26ZM186.31 44.00L186.31 25.50L190.10 25.50L190.10 28.27L190.84 28.27Q191.39 26.79 192.61 25.92Q193.83 25.04 195.96 25.04Q199.13 25.04 200.63 27.00Q202.12 28.95 202.12 32.19L202.12 44.00L197.96 44.00L197.96 32.96Q197.96 30.80 197.19 29.65Q196.42 28.49 194.75 28.49Q192.72 28.49 191.59 30.08Q190.47 31.67 190.47 34.01L190.47 44.00ZM206.24 44.00L206.24 19.33L210.37 19.33L210.37 32.81L211.85 32.81L217.46 25.50L221.97 25.50L221.97 25.68L215.31 34.16L222.71 43.81L222.71 44.00L217.77 44.00L211.85 36.05L210.37 36.05L210.37 44.00Z';
