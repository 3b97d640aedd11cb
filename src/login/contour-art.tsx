import { Box, chakra, Text } from '@chakra-ui/react';

const WIDTH = 720;
const HEIGHT = 960;
const FLOOR_X = 340;

/** Number of lines, and where the first one starts: left edge, floor, right edge. */
const LINES = 11;
const FIRST = { left: 96, floor: 470, right: 20 };
const STEP = { left: 74, floor: 50, right: 82 };

function contour(place: number): string {
  const left = FIRST.left + STEP.left * place;
  const floor = FIRST.floor + STEP.floor * place;
  const right = FIRST.right + STEP.right * place;
  return [
    `M-20 ${left}`,
    `C${FLOOR_X * 0.42} ${left + 14} ${FLOOR_X * 0.66} ${floor} ${FLOOR_X} ${floor}`,
    `S${FLOOR_X + 190} ${right + 24} ${WIDTH + 20} ${right}`,
  ].join('');
}

const CONTOURS = Array.from({ length: LINES }, (_, place) => contour(place));

export function ContourArt() {
  return (
    <Box position="relative" height="100%" bg="serra.bg" overflow="hidden" aria-hidden>
      <chakra.svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMidYMid slice"
        position="absolute"
        inset="0"
        boxSize="100%"
        focusable="false"
      >
        <chakra.circle cx={FLOOR_X} cy="330" r="76" fill="serra.bar" />
        {CONTOURS.map((path, place) => (
          <g key={path}>
            <path d={`${path}V${HEIGHT + 20}H-20Z`} fill="#04211E" fillOpacity={place === 0 ? 0 : 0.11} />
            <path d={path} fill="none" stroke="#5FC9BA" strokeWidth="2" strokeOpacity={0.8 - place * 0.06} />
          </g>
        ))}
      </chakra.svg>
      <Text
        position="absolute"
        insetInline="12"
        bottom="12"
        maxWidth="26rem"
        color="serra.fg"
        fontFamily="heading"
        fontWeight="700"
        textStyle="3xl"
      >
        Do outro lado do vale, o seu dinheiro rende.
      </Text>
    </Box>
  );
}
