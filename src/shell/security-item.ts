import { ShieldCheck } from 'lucide-react';
import type { MenuItem } from './menu.ts';

/** Stands beside the customer's name. */
export const SECURITY: MenuItem = { label: 'Segurança', to: '/client/seguranca', icon: ShieldCheck };
