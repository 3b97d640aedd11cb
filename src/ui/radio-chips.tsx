import { chakra, Flex } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { radioFrame } from './radio-frame.ts';

type RadioChipsProps<Value extends string> = {
  name: string;
  label: string;
  options: readonly { value: Value; label: string }[];
};

export function RadioChips<Value extends string>({ name, label, options }: RadioChipsProps<Value>) {
  const { register } = useFormContext();
  return (
    <chakra.fieldset border="none" padding="0" margin="0" minWidth="0">
      <chakra.legend fontWeight="500" textStyle="sm" marginBottom="1.5">
        {label}
      </chakra.legend>
      <Flex gap="2" wrap="wrap">
        {options.map((option) => (
          <chakra.label
            key={option.value}
            {...radioFrame}
            gap="2"
            minHeight="11"
            paddingInline="4"
            css={[radioFrame.css, BOLD]}
          >
            <chakra.input
              type="radio"
              value={option.value}
              boxSize="4"
              accentColor="{colors.brand.solid}"
              outline="none"
              {...register(name)}
            />
            {option.label}
          </chakra.label>
        ))}
      </Flex>
    </chakra.fieldset>
  );
}

const BOLD = { '&:has(:checked)': { fontWeight: '600' } };
