// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { system } from '../theme.ts';
import { Form, FormField, useZodForm } from './form.tsx';
import { TextArea } from './text-area.tsx';

const schema = z.object({ code: z.string() });

function Screen({ onSent }: { onSent: (values: { code: string }) => void }) {
  const form = useZodForm(schema, { code: '' });
  return (
    <Form form={form} onSubmit={onSent}>
      <FormField name="code" label="Código">
        <TextArea oneLine />
      </FormField>
    </Form>
  );
}

it('a one-line text area joins pasted lines, and Enter sends the form', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const onSent = vi.fn();
  act(() =>
    root.render(
      <ChakraProvider value={system}>
        <Screen onSent={onSent} />
      </ChakraProvider>,
    ),
  );
  const box = document.querySelector('textarea');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, '0002\r\n01\n26');
    box?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => {
    box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(onSent).toHaveBeenCalled());
  });
  expect(onSent.mock.calls[0]?.[0]).toEqual({ code: '00020126' });
  act(() => root.unmount());
});
