import { Input, useFieldContext } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { useFieldName } from './form.tsx';

type TextAreaProps = { rows?: number; maxLength?: number; placeholder?: string };

/** Text of several lines, registered with the FormField around it. */
export function TextArea({ rows = 4, maxLength, placeholder }: TextAreaProps) {
  const field = useFieldContext();
  const { register } = useFormContext();
  return (
    <Input asChild height="auto" paddingBlock="2.5" lineHeight="1.5" resize="vertical">
      <textarea
        {...field?.getTextareaProps()}
        rows={rows}
        maxLength={maxLength}
        placeholder={placeholder}
        {...register(useFieldName())}
      />
    </Input>
  );
}
