import { Button, type ButtonProps, chakra, Link } from '@chakra-ui/react';
import { createLink } from '@tanstack/react-router';

/** A button in looks, a link to another screen in fact. */
export const LinkButton = createLink((props: ButtonProps) => <Button as="a" {...props} />);

/** A link to another screen, within a text. */
export const TextLink = createLink(Link);

/** A link to another screen that has its own look. */
export const PlainLink = createLink(chakra.a);
