DROP INDEX "payment_authorisations_user";
