import { Input, useFieldContext } from '@chakra-ui/react';
import type { KeyboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFieldName } from './form.tsx';

type TextAreaProps = {
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  /** One long word, wrapped only by the box or by the letter it was copied from: line ends are no part of it, and Enter goes on. */
  oneLine?: boolean;
};

/** Text of several lines, registered with the FormField around it. */
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
