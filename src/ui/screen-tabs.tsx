import { Tabs } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type ScreenTabsProps<Name extends string> = {
  tabs: Record<Name, { label: string; panel: ReactNode }>;
  open: Name;
  /** Undefined: the first tab, which the URL does not name. */
  onOpen: (name: Name | undefined) => void;
};

/** Tabs that the URL names. A strip wider than a phone scrolls edge to edge, with the open tab in view. */
export function ScreenTabs<Name extends string>({ tabs, open, onOpen }: ScreenTabsProps<Name>) {
  const names = Object.keys(tabs) as Name[];
  return (
    <Tabs.Root
      value={open}
      onValueChange={({ value }) => onOpen(names.find((name, place) => name === value && place > 0))}
      lazyMount
      colorPalette="brand"
    >
      <Tabs.List
        overflowX="auto"
        overflowY="hidden"
        marginInline={{ base: '-4', md: '0' }}
        paddingInline={{ base: '4', md: '0' }}
        scrollbarWidth="none"
      >
        {names.map((name) => (
          <Tabs.Trigger
            key={name}
            ref={name === open ? bringIntoView : undefined}
            value={name}
            minHeight="11"
            paddingInline={{ base: '2.5', md: '4' }}
            flexShrink="0"
            whiteSpace="nowrap"
          >
            {tabs[name].label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Content key={name} value={name} paddingTop={{ base: '4', md: '6' }}>
          {tabs[name].panel}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

const bringIntoView = (trigger: HTMLElement | null) =>
  trigger?.scrollIntoView({ block: 'nearest', inline: 'center' });
