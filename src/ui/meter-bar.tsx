import { Box } from '@chakra-ui/react';

type MeterBarProps = {
  /** Percent; more than 100 fills the bar. */
  share: number;
  palette: string;
  label: string;
  /** What the bar says, in words. */
  text: string;
};

/** Chakra's progress bar would exceed the simulator's size budget. */
export function MeterBar({ share, palette, label, text }: MeterBarProps) {
  const width = Math.min(100, share);
  return (
    <Box
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={width}
      aria-valuetext={text}
      height="1.5"
      borderRadius="pill"
      bg="bg.emphasized"
      overflow="hidden"
    >
      <Box height="100%" width={`${width}%`} bg={`${palette}.solid`} transition="width 180ms" />
    </Box>
  );
}
