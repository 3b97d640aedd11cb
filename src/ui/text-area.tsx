import { Input, useFieldContext } from '@chakra-ui/react';
import type { KeyboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFieldName } from './form.tsx';

type TextAreaProps = {
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  /** A single long word: pasted line breaks are dropped, and Enter submits. */
  oneLine?: boolean;
};

export function TextArea({ rows = 4, maxLength, placeholder, oneLine = false }: TextAreaProps) {
  const field = useFieldContext();
  const { register } = useFormContext();
  return (
    <Input asChild height="auto" paddingBlock="2.5" lineHeight="1.5" resize="vertical">
      <textarea
        {...field?.getTextareaProps()}
        rows={rows}
        maxLength={maxLength}
        placeholder={placeholder}
        onKeyDown={oneLine ? submitOnEnter : undefined}
        {...register(useFieldName(), oneLine ? { setValueAs: withoutLineEnds } : {})}
      />
    </Input>
  );
}

export const withoutLineEnds = (text: string): string => text.replace(/[\r\n]+/g, '');

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
