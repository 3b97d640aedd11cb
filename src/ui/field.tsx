import { Box, Field, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export type FieldBoxProps = {
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  error?: string;
  children: ReactNode;
};

/** aria-describedby ties hint and error to the control. */
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
        // Chakra's aria-describedby covers only this part, so it includes the error.
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
