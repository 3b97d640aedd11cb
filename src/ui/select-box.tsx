import { Box, Input, useFieldContext } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';

type SelectBoxProps<Value extends string> = {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Goes in a FieldBox. */
export function SelectBox<Value extends string>({ options, value, onChange }: SelectBoxProps<Value>) {
  const field = useFieldContext();
  return (
    <Box position="relative" width="100%">
      <Input asChild paddingInlineEnd="10" textOverflow="ellipsis" cursor="pointer">
        <select
          {...field?.getSelectProps()}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </Input>
      <Box
        position="absolute"
        insetEnd="3"
        top="50%"
        transform="translateY(-50%)"
        pointerEvents="none"
        color="fg.muted"
      >
        <ChevronDown size={18} aria-hidden />
      </Box>
    </Box>
  );
}
