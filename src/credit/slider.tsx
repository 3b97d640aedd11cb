import { chakra } from '@chakra-ui/react';

type SliderProps = {
  label: string;
  /** Announced instead of the number. */
  valueText: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
};

export function Slider({ label, valueText, min, max, step, value, onChange }: SliderProps) {
  return (
    <chakra.input
      type="range"
      min={min}
      max={max}
      step={step}
      value={Math.min(max, Math.max(min, value))}
      onChange={({ target }) => onChange(Number(target.value))}
      aria-label={label}
      aria-valuetext={valueText}
      width="100%"
      height="11"
      cursor="pointer"
      accentColor="{colors.brand.solid}"
    />
  );
}
