import { Alert, chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { failureText } from './failure-text.ts';
import { unlessCancelled } from './server-error.ts';

type NoticeProps = Omit<ComponentProps<typeof Alert.Root>, 'title' | 'children'> & {
  title: ReactNode;
  children?: ReactNode;
};

/** A note in the colour of its status, with a title and a text. */
export function Notice({ title, children, ...root }: NoticeProps) {
  return (
    <Alert.Root {...root}>
      <Alert.Indicator />
      <Alert.Content minWidth="0">
        <Alert.Title>{title}</Alert.Title>
        {children && <Alert.Description overflowWrap="anywhere">{children}</Alert.Description>}
      </Alert.Content>
    </Alert.Root>
  );
}

type FailureProps = Omit<NoticeProps, 'title'> & {
  of: { error: unknown; isPending: boolean };
  /** Shown if the server gives no reason. */
  fallback: string;
};

/** Why the last attempt failed; renders nothing before an attempt, during one, or if the user cancelled it. */
export function Failure({ of: { error, isPending }, fallback, ...root }: FailureProps) {
  if (!error || isPending || unlessCancelled(error) === null) return null;
  return <Notice status="error" title={failureText(error, fallback)} {...root} />;
}

export const Bullets = ({ of }: { of: readonly string[] }) => (
  <chakra.ul paddingInlineStart="5" listStyleType="disc">
    {of.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </chakra.ul>
);
