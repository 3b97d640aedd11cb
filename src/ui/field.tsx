import { Box, Field, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export type FieldBoxProps = {
  label: ReactNode;
  /** What helps to fill it in; read out with the field. */
  hint?: ReactNode;
  optional?: boolean;
  error?: string;
  children: ReactNode;
};

/** Label, control, hint and error of one field; hint and error are tied to the control by aria-describedby. */
export function FieldBox({ label, hint, optional = false, error, children }: FieldBoxProps) {
  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label>
        {label}
        {optional && (
          <Box as="span" color="fg.muted" fontWeight="400">
            (opcional)
          </Box>
        )}
      </Field.Label>
      {children}
      {(hint !== undefined || error !== undefined) && (
        // Chakra describes the control by this part alone: so the error stands in it too.
        <Field.HelperText asChild textStyle="sm">
          <Stack gap="1" width="full">
            {hint !== undefined && <span>{hint}</span>}
            <Field.ErrorText textStyle="sm">{error}</Field.ErrorText>
          </Stack>
        </Field.HelperText>
      )}
    </Field.Root>
  );
}
