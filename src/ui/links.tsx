import { Button, type ButtonProps, chakra, Link } from '@chakra-ui/react';
import { createLink } from '@tanstack/react-router';

/** A link to another screen that looks like a button. */
export const LinkButton = createLink((props: ButtonProps) => <Button as="a" {...props} />);

/** A link to another screen, within a text. */
export const TextLink = createLink(Link);

/** A link to another screen without a look of its own. */
export const PlainLink = createLink(chakra.a);
