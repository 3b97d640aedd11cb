import { colors } from '../theme-colors.ts';

type Themed = { value: { _light: string; _dark: string } };
type Tree = { [name: string]: Themed | Tree };

const isThemed = (node: Themed | Tree): node is Themed =>
  'value' in node && '_light' in (node.value as object);

function declarations(tree: Tree, theme: '_light' | '_dark', group = ''): string {
  return Object.entries(tree)
    .map(([name, node]) => {
      const variable = [group, name].filter((part) => part !== '' && part !== 'DEFAULT').join('-');
      return isThemed(node) ? `--${variable}:${node.value[theme]};` : declarations(node, theme, variable);
    })
    .join('');
}

/** The theme's colours as CSS variables, for pages without Chakra. */
export function themeCss(): string {
  const tree = colors as unknown as Tree;
  return `:root{${declarations(tree, '_light')}}.dark{${declarations(tree, '_dark')}}`;
}
